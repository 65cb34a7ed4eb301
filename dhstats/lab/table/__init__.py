"""The table of the lab: people play whole games there, against programs or each other, and look at them afterwards."""
