"""A season as one file (docs/formats/season-bundle.md): `document` is its shape, `exporting` writes it, and `verifying`
says whether it holds without any database of this service."""
