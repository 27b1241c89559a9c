-- The digits of a phone number, however it is written; a number of Taiwan begins with 0, not with +886. Indexes depend on this
-- function, so it never changes: another rule needs another function.
create function shared.phone_digits(phone text) returns text
language plpgsql
immutable
strict
parallel safe
as $$
begin
  return regexp_replace(regexp_replace(phone, '^\s*(\+|00)\s*886[\s-]*0?', '0'), '[^0-9]', '', 'g');
end
$$;
