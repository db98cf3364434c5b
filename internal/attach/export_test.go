package attach

// Stop is stop.
var Stop = stop
