"""What generated modules import: types of tables, and the code that reads them."""
