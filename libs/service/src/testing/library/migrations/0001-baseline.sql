create table library.book (id text primary key);
