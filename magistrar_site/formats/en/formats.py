"""English is read by clubs everywhere: 03/06 is March in one country and June in another, 6 Mar is neither."""

DATE_FORMAT = SHORT_DATE_FORMAT = "j M Y"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "j M Y, H:i"
