"""What every game shares and no game knows of the others: compiling, random draws, the protocol, the loop."""
