UPDATE runs SET purpose = NULL WHERE id = 8;
