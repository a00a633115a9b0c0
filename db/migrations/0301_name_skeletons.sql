-- What a name looks like at a glance: digits and pairs of letters that pass for a letter count as that letter.
create or replace function private.name_skeleton(name text) returns text
language sql immutable as $$
  select btrim(regexp_replace(
    replace(replace(translate(
      regexp_replace(normalize(private.likeness(name), nfkd), '[\u0300-\u036F]', '', 'g'),
      '0134578@$l', 'oieastbasi'
    ), 'rn', 'm'), 'vv', 'w'),
    '[^[:alnum:]]+', ' ', 'g'
  ))
$$;
