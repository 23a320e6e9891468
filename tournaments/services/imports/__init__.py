"""What other programs wrote becomes ours, through the services that people use. Lists of players are read by
`entries.lists`, events of this service by `bundle`.

- `report`: a tournament report file (TRF) becomes an event.
"""
