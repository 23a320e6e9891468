"""Public parts of pages that update themselves. `fragments`: the addresses that pages fetch. `parts`, `standings`,
`tabs`: the parts, made once for each state of the event. `watch`: what a page needs to watch its parts."""
