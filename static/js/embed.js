// Says that scripts run. A framed page keeps and reads nothing of the visitor's.
document.documentElement.classList.add("js");
