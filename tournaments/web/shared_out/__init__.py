"""What other sites show of ours: framed pages (`embed`), pictures of results (`pictures`, drawn by `drawing`), and
games as files (`download`). Everything in it is the same for every reader; no cookie is looked at."""
