"""An event as a tournament report file (TRF). `report`: writes the report. `wishes`: adds what only the staff
may see."""
