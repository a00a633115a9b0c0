-- Both check digits of a CPF, given as eleven digits. The rule is `domain/cpf.ts`.
create or replace function private.is_cpf(digits text) returns boolean
language sql immutable as $$
  select digits ~ '^[0-9]{11}$' and digits !~ '^(.)\1{10}$' and (
    select bool_and(
      substr(digits, 10 + extra, 1)::int = (
        select (sum(substr(digits, i, 1)::int * (11 + extra - i)) * 10 % 11) % 10
        from generate_series(1, 9 + extra) i
      )
    )
    from generate_series(0, 1) extra
  )
$$;

-- A name as it is seen: letters composed, nothing invisible or that reverses the direction of what follows, so that
-- no two people look the same in a list of bids. Emoji joiners stay, away from letters. Null when nothing is left.
create or replace function private.as_seen(name text) returns text
language sql immutable as $$
  select nullif(btrim(regexp_replace(
    normalize(name, nfc),
    '[\u0001-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200C\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]'
      || '|(?<=\w)\u200D|\u200D(?=\w)',
    '', 'g'
  )), '')
$$;

-- A nickname in plain letters: none in fancy dress, no ligature, and nothing that takes a place without being seen, or that chooses
-- how the character before it is drawn; but an emoji's colour stays.
create or replace function private.plain_nickname(typed text) returns text
language sql immutable as $$
  select private.as_seen(regexp_replace(
    normalize(typed, nfkc),
    '[\u034F\u0600-\u0605\u06DD\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2800\u3164\uFE00-\uFE0E\uFFA0\uFFF0-\uFFFC'
      || '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'
      || '|(?<![\u2190-\u2BFF\U0001F000-\U0001FAFF])\uFE0F',
    '', 'g'
  ))
$$;

-- Whether an address of the web is among what somebody wrote, however it is dressed. The rule is `domain/address.ts`.
create or replace function private.has_address(words text) returns boolean
language sql immutable as $$
  select private.plain_nickname(translate(words, E'\t\n\r', '   ')) ~* (
    '://|:\\\\|\d{1,3}([.]\d{1,3}){3}|\mwww\.|[[:alnum:]][.。．｡]('
    '([[:alpha:]]{2}|com|net|org|edu|gov|info|biz|name|pro|app|dev|page|xyz|online|site|website|store|shop|club|live|link|click'
    '|top|vip|fun|icu|cloud|space|tech|blog|email|world|zip|win|bet)(?![[:alnum:]])'
    '|[[:alpha:]]{2,}/)'
  )
$$;

-- Whether a telephone number is among what somebody wrote. The rule is `domain/address.ts`.
create or replace function private.has_telephone(words text) returns boolean
language sql immutable as $$
  select regexp_replace(
    private.plain_nickname(translate(words, E'\t\n\r', '   ')),
    '(?<!\d)((0?[1-9]|[12]\d|3[01])[./-]?(0?[1-9]|1[0-2])[./-]?(19|20)\d\d'
      || '|(19|20)\d\d([./ -](0?[1-9]|1[0-2])[./ -](0?[1-9]|[12]\d|3[01])|([ ./–—-]+(19|20)\d\d)+))(?!\d)', '', 'g'
  ) ~ '(\d[\s().+_–—-]*){8}'
$$;

-- Whether a name has anything but letters A to Z, with at most two accents or without, digits, a few marks and emoji. The rule is
-- `domain/address.ts`.
create or replace function private.has_strange_letters(name text) returns boolean
language sql immutable as $$
  select regexp_replace(
    normalize(private.plain_nickname(name), nfkd),
    '[a-zA-Z][\u0300-\u0303\u0306\u0308\u030A-\u030C\u0327]{0,2}|[æøœßłđðþÆØŒŁĐÐÞ]|[0-9]\u20E3?|[ ._''’&-]'
      -- Emoji: no circle, cross, mark or sign that passes for a letter. Flags are pairs.
      || '|[\u231A\u231B\u23F0\u23F3\u2600-\u2604\u260E\u2614\u2615\u2618\u261D\u2620\u262E\u262F\u2639\u263A'
      || '\u2648-\u2653\u2660\u2663\u2665\u2666\u267B\u267F\u2693\u26A1\u26BD\u26BE\u26C4\u26C5\u26EA\u26F2\u26F3\u26F5\u26FA\u26FD'
      || '\u2702\u2705\u2708\u270A-\u270D\u2728\u2744\u2764\u2B50'
      || '\U0001F300-\U0001F4B1\U0001F4B3-\U0001F51A\U0001F525-\U0001F533\U0001F549-\U0001F567\U0001F573-\U0001F57A'
      || '\U0001F590\U0001F595\U0001F596\U0001F5A4\U0001F5FB-\U0001F64F\U0001F680-\U0001F6FC\U0001F90C-\U0001F9FF\U0001FA70-\U0001FAFF]'
      || '|[\U0001F1E6-\U0001F1FF]{2}'
      -- What joins or colours an emoji: `private.plain_nickname` leaves it there alone.
      || '|[\u200D\uFE0F]',
    '', 'g'
  ) <> ''
$$;

-- What a nickname looks like: letters of other alphabets that nobody tells from Latin ones, and letters in fancy dress, count
-- as the plain ones.
create or replace function private.likeness(name text) returns text
language sql immutable as $$
  select translate(
    lower(normalize(private.as_seen(name), nfkc)),
    'авекмнорстухіјѕԁԛԝһӏαβεικνορτυχγηıɑɡ',
    'abekmhopctyxijsdqwhlabeikvoptuxyniag'
  )
$$;

-- The letters of a name as it looks, without accents, in words.
create or replace function private.bare(name text) returns text
language sql immutable as $$
  select btrim(regexp_replace(
    regexp_replace(normalize(private.likeness(name), nfkd), '[\u0300-\u036F]', '', 'g'), '[^[:alpha:]]+', ' ', 'g'
  ))
$$;

-- What a name looks like at a glance, in words: digits and pairs of letters that pass for a letter count as that letter. Stands in indexes.
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

-- The ways in which one reads a name: as it is, without what stands behind a word as a number, in letters alone, with a word
-- beginning at each capital, and with the letters of flags, which many screens show instead of them.
create or replace function private.readings(name text) returns text[]
language sql immutable as $$
  select array(
    select private.name_skeleton(way)
    from unnest(array[
      name, regexp_replace(name, '\d+(?!\w)', ' ', 'g'), private.bare(name),
      regexp_replace(private.plain_nickname(name), '([[:lower:]])([[:upper:]])', '\1 \2', 'g'),
      translate(name, '🇦🇧🇨🇩🇪🇫🇬🇭🇮🇯🇰🇱🇲🇳🇴🇵🇶🇷🇸🇹🇺🇻🇼🇽🇾🇿', 'abcdefghijklmnopqrstuvwxyz')
    ]) way
  )
$$;

-- Words of a name for comparing with those of an office: letters that stand alone are a word together, and none stands twice.
create or replace function private.office_words(skeleton text) returns text
language sql immutable as $$
  select regexp_replace(
    regexp_replace(regexp_replace(skeleton, '\d', ' ', 'g'), '(?<=\m\w) +(?=\w\M)', '', 'g'), '(\w)\1+', '\1', 'g'
  )
$$;

-- Whether nobody may call themselves so: a word of an office or the product's name in it, nothing but such words, or what looks like
-- the name of an artist for whom `person` does not act.
create or replace function private.is_reserved(nickname text, person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  with office(list) as (values (replace(private.office_words(private.name_skeleton(
    'tune suporte support oficial official equipe admin administrador administradora administrator administracao moderador'
      || ' moderadora moderator moderacao moderation financeiro atendimento atendente staff sistema system antifraude antifraud'
      || ' cobranca pagamento pagamentos ouvidoria ajuda helpdesk seguranca security reembolso reembolsos refund refunds'
      || ' estorno estornos sac'
  )), ' ', '|'))),
  readings(words) as (select distinct unnest(private.readings(nickname)))
  select exists (
    select
    from readings, office
    where private.office_words(words) ~ ('\m(' || list || ')\M')
      or replace(private.office_words(words), ' ', '') ~ ('^(' || list || ')+$')
  ) or exists (
    select
    from readings
    join private.artists on replace(words, ' ', '') in (
      replace(private.name_skeleton(artists.name), ' ', ''), replace(private.name_skeleton(slug), ' ', '')
    )
    where words <> '' and not exists (
      select from private.artist_accounts where artist_id = artists.id and user_id = person and ended_at is null
    )
  )
$$;

-- Signed up for, and not confirmed within a day.
create or replace function private.is_abandoned(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select
    from auth.users
    where id = account and confirmed_at is null and not is_anonymous and created_at < now() - interval '1 day'
  )
$$;

-- No two nicknames look the same. One that was taken for an address which nobody confirmed within a day is free again: nobody
-- keeps names from others by signing up.
create or replace function private.keep_nicknames_apart() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.nickname is null or (tg_op = 'UPDATE' and new.nickname is not distinct from old.nickname) then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('nickname ' || private.likeness(new.nickname), 0));
  update public.users set nickname = null
  where private.likeness(nickname) = private.likeness(new.nickname)
    and uid <> new.uid
    and private.is_abandoned(uid);
  if exists (
    select from public.users
    where private.likeness(nickname) = private.likeness(new.nickname) and uid <> new.uid
  ) then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "users_nickname_key"',
      constraint = 'users_nickname_key';
  end if;
  return new;
end
$$;

-- Phone and CPF arrive as people type them and are stored as digits, so that "equal" means equal.
create or replace function private.normalise_user() returns trigger
language plpgsql as $$
begin
  -- Before anything reads them letter by letter; each column has a limit of its own.
  if greatest(
    octet_length(new.email), octet_length(new.nickname), octet_length(new.full_name), octet_length(new.tel),
    octet_length(new.document), octet_length(new.photo_url)
  ) > 8000 then
    raise exception 'A value of a profile is too long.' using errcode = '22001';
  end if;
  if new.terms_version > current_date::text then
    raise exception 'There are no such terms.' using errcode = 'PT422';
  end if;
  new.email := lower(btrim(new.email));
  new.full_name := private.as_seen(new.full_name);
  new.document := nullif(regexp_replace(new.document, '\D', '', 'g'), '');
  new.tel := '+' || nullif(regexp_replace(new.tel, '\D', '', 'g'), '');
  new.deactivated_at := case
    when new.is_active then null
    when tg_op = 'UPDATE' and not old.is_active then old.deactivated_at
    else clock_timestamp()
  end;
  -- One from before the rules stays.
  if tg_op = 'UPDATE' and new.nickname is not distinct from old.nickname then
    return new;
  end if;
  new.nickname := private.plain_nickname(new.nickname);
  if private.has_address(new.nickname) then
    raise exception 'A nickname cannot contain a link or the name of a site.' using errcode = 'PT422';
  end if;
  -- It is read by strangers, in lists and in mails.
  if current_user in ('anon', 'authenticated') and private.has_telephone(new.nickname) then
    raise exception 'A nickname cannot contain a telephone number.' using errcode = 'PT422';
  end if;
  -- The operator may be called so.
  if current_user in ('anon', 'authenticated') and private.is_reserved(new.nickname, new.uid) then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "users_nickname_key"',
      constraint = 'users_nickname_key';
  end if;
  -- After it, which says that a name is taken.
  if current_user in ('anon', 'authenticated') and private.has_strange_letters(new.nickname) then
    raise exception 'A nickname has the letters A to Z, with accents or without, digits, spaces, . _ - '' & and emoji.' using errcode = 'PT422';
  end if;
  return new;
end
$$;

-- Steps a person may take on their own row, and only forwards.
create or replace function private.guard_own_user() returns trigger
language plpgsql as $$
begin
  if current_user <> 'authenticated' then
    return new;
  end if;
  if new.is_complete_profile < old.is_complete_profile then
    raise exception 'a complete profile stays complete' using errcode = '42501';
  end if;
  if new.first_access > old.first_access then
    raise exception 'a first access happens once' using errcode = '42501';
  end if;
  if old.is_complete_profile and (new.nickname, new.document) is distinct from (old.nickname, old.document) then
    raise exception 'nickname and document are settled' using errcode = '42501';
  end if;
  if old.terms_version is not null
    and (new.terms_version is null or new.terms_version < old.terms_version)
  then
    raise exception 'what was agreed to stays' using errcode = '42501';
  end if;
  if new.is_active < old.is_active and private.proof_is_due(auth.uid(), (auth.jwt() ->> 'session_id')::uuid) then
    raise exception 'Prove first that the account is yours.' using errcode = 'PT403', hint = 'proof_due';
  end if;
  return new;
end
$$;

-- A profile may be written by an anonymous caller only right after sign-up, for that very account, once.
create or replace function private.may_create_profile(wanted uuid, address text, wanted_provider text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select
    from auth.users account
    where account.id = wanted
      and lower(account.email) = lower(address)
      and (
        account.id = auth.uid()
        or (
          auth.uid() is null
          and wanted_provider = 'email'
          and account.email_confirmed_at is null
          and account.created_at > now() - interval '1 hour'
        )
      )
  )
$$;

-- Every fan has their two ledger accounts from the first moment; every project its author's.
create or replace function private.open_fan_accounts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform ledger.open_account('fan:' || new.uid || ':available');
  perform ledger.open_account('fan:' || new.uid || ':held');
  return new;
end
$$;

revoke execute on function private.is_abandoned(uuid) from public;
grant execute on function private.is_cpf(text), private.as_seen(text), private.plain_nickname(text), private.has_address(text), private.has_telephone(text),
  private.has_strange_letters(text),
  private.likeness(text), private.is_reserved(text, uuid) to anon, authenticated, service_role;
grant execute on function private.may_create_profile(uuid, text, text) to anon, authenticated;

-- Empties a profile written for an unconfirmed address: its owner starts afresh.
create or replace function private.discard_profile(of_user uuid) returns void
language sql set search_path = '' as $$
  delete from private.consents where user_id = of_user;
  update public.users
  set tel = null, nickname = null, full_name = null, document = null, wallet = null, photo_url = null,
    terms_version = null, is_complete_profile = false, first_access = true
  where uid = of_user;
$$;

revoke execute on function private.discard_profile(uuid) from public;
