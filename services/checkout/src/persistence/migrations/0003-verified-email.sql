-- Whether somebody has proven the snapshot of the buyer's e-mail. An empty one never counts as proven: so the default is right
-- for rows of earlier versions, which kept proven addresses only.
alter table checkout.store_order add column buyer_email_verified boolean not null default true;
