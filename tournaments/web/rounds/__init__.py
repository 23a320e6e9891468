"""The organiser's pages of a round. `manage`: its pairings and what can be done with them. `steps`: what each
button does. `desk`: all results of a round. `wishes`: byes asked for, tables, players kept apart. `plan`: how
many rounds there are. `pairing_jobs`: a pairing in the background. `explain`: how a pairing came about (for
everyone)."""
