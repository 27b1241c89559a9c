-- Smaller copies of an image, as WebP, by their width. An image from before has none, and is served itself.
create table catalog.image_thumbnail (
  name text not null references catalog.image on delete cascade,
  width integer not null check (width > 0),
  content bytea not null,
  primary key (name, width)
);
