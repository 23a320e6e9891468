"""Placement in the divisions of a league's next season (league rules G6 to G11). Pure: values in, values out."""
