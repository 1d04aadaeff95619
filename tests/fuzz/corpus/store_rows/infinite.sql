UPDATE observations SET seconds = 9e999, send_seconds = 9e999;
