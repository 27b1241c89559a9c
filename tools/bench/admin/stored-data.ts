import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Tags that customers may have. */
export const tagCount = 5
/** Campgrounds that bookings are of, and regions that those are in. */
export const campgroundCount = 25
export const regionCount = 5

/** Family names, the frequent ones first. */
export const familyNames = [...'陳林黃張李王吳劉蔡楊許鄭謝郭洪曾邱廖賴周']
const givenLetters = [...'家志淑美俊雅怡建文明宗惠秀英偉芳玉婷君豪佳穎哲宏冠宇欣瑋柏翰承恩詠晴子涵品妍睿安']
/** Two letters that some given name is: about one customer in 1,600 has it. */
export const givenName = (number: number): string =>
  `${givenLetters[number % givenLetters.length]}${givenLetters[(number * 7 + 3) % givenLetters.length]}`

const letters = (of: readonly string[]) => `'${of.join('')}'`
const anyOf = (of: readonly string[], skew = '') =>
  `substr(${letters(of)}, 1 + floor(random()${skew} * ${of.length})::integer, 1)`

/**
 * Fills an empty, migrated database with as many customers, bookings and orders each, in shares that do not depend on how
 * many there are.
 *
 * @param database a connection with the owner's role
 */
export async function fillAdministered(database: pg.Client, count: number): Promise<void> {
  await database.query('set synchronous_commit = off')
  await database.query("set maintenance_work_mem = '512MB'")
  await database.query("set work_mem = '128MB'")
  await database.query('select setseed(0.5)')
  await database.query(administrator)
  await indexedAfterwards(database, 'member.customer', [customers(count), ...tags])
  await indexedAfterwards(database, 'booking.booking', [bookings(count)])
  await indexedAfterwards(database, 'checkout.store_order', [orders(count)])
  await database.query('vacuum analyze')
  await database.query('checkpoint')
}

/** Makes the indexes that no constraint needs after the rows: a tenth of the work of keeping them row by row. */
async function indexedAfterwards(database: pg.Client, table: string, statements: readonly string[]): Promise<void> {
  await database.query(/* sql */ `
    update pg_index
    set indisready = false, indisvalid = false
    where indrelid = '${table}'::regclass and not indisunique`)
  for (const statement of statements) await database.query(statement)
  await database.query(`reindex table ${table}`)
}

/** Subject of the administrator's token. */
export const administratorSubject = 'bench-administrator'

const administrator = /* sql */ `
  insert into admin.account (id, email, name, role, firebase_uid, created_at, updated_at)
  values ('bench-admin', 'administrator@campstore.test', 'Bench', 'admin', '${administratorSubject}', now(), now())
`

/** Ids as the services make them, UUIDs that begin with the time, but derived from a number. */
const idOf = (kind: string, number: string) => `('019' || substr(md5('${kind}' || (${number})::text), 4))::uuid::text`

/** What {@link idOf} makes, cut short as people do who copy it: its end belongs to no other. */
export const endOfId = (kind: 'member' | 'booking' | 'order', number: number): string =>
  createHash('md5').update(`${kind}${number}`).digest('hex').slice(-12)

/** 95 of 100 active, 4 suspended; three in four with a Chinese name, one in fifty without any; most have spent little. */
const customers = (count: number) => /* sql */ `
  insert into member.customer
    (id, firebase_uid, name, email, phone, status, points, total_spent, first_purchase_used, registered_at, updated_at)
  select
    ${idOf('member', 'n')},
    'subject-' || n::text,
    case
      when fate < 0.75 then ${anyOf(familyNames, ' ^ 2')} || ${anyOf(givenLetters)} || ${anyOf(givenLetters)}
      when fate < 0.98 then initcap(substr(md5(n::text), 1, 5)) || ' ' || initcap(substr(md5('family' || n % 5000), 1, 7))
      else ''
    end,
    substr(md5('address' || n), 1, 8) || case when n % 3 = 0 then '@gmail.test' else '@members.test' end,
    case when n % 10 > 0 then '09' || lpad(floor(random() * 100000000)::text, 8, '0') end,
    case when status < 0.95 then 'active' when status < 0.99 then 'suspended' else 'deleted' end,
    floor(random() * 5000),
    case when spent > 0.3 then round((200 / (1.001 - spent) ^ 1.5)::numeric, 2) else 0 end,
    spent > 0.3,
    now() - random() * interval '3 years',
    now() - random() * interval '1 year'
  from (
    select n, random() as fate, random() as status, random() as spent
    from generate_series(1, ${count}) n
  ) drawn
`

/** Each customer in five has a tag, each in twenty a second one. */
const tags = [
  /* sql */ `
  insert into member.tag select 'tag-' || n, 'Tag ' || n from generate_series(1, ${tagCount}) n
`,
  /* sql */ `
  insert into member.customer_tag
  select id, 'tag-' || (1 + (points + turn) % ${tagCount})
  from member.customer, generate_series(0, 1) turn
  where hashtext(id) % case turn when 0 then 5 else 20 end = 0
`,
]

/** 65 of 100 completed, 20 cancelled, 10 confirmed, 5 pending; each third has rentals. */
const bookings = (count: number) => /* sql */ `
  insert into booking.booking
    (id, customer_id, customer_name, customer_email, campground_id, campground_name, region, check_in, check_out,
     guest_count, weekday_count, holiday_count, zone_total, rental_total, discount, final_amount, status, payment_status,
     payment_method, paid_at, checkout_expires_at, created_at, updated_at, has_rental)
  select
    ${idOf('booking', 'n')}, customer.id, customer.name, customer.email, 'camp-' || camp,
    substr('合歡武陵太平阿里玉雪大霸塔塔福壽清境', 1 + camp % 18, 2) || '營地 ' || camp, 'Region ' || (camp % ${regionCount})::text,
    check_in, check_in + 1 + n % 3, 2, 1 + n % 3, 0, amount, 0, 0, amount,
    case when fate < 0.65 then 'completed' when fate < 0.85 then 'cancelled' when fate < 0.95 then 'confirmed' else 'pending' end,
    case when fate < 0.65 or fate >= 0.85 then 'paid' else 'unpaid' end, 'gateway-credit',
    case when fate < 0.65 or fate >= 0.85 then created_at + interval '2 minutes' end,
    created_at + interval '15 minutes', created_at, created_at + random() * interval '30 days', n % 3 = 0
  from (
    select n, created_at, fate, 1 + floor(random() * ${campgroundCount})::integer as camp,
      created_at::date + 1 + floor(random() * 80)::integer as check_in,
      round((500 + random() * 20000)::numeric) as amount, ${idOf('member', `1 + floor(random() * ${count})::integer`)} as guest
    from (
      select n, random() as fate, now() - random() * interval '3 years' as created_at
      from generate_series(1, ${count}) n
    ) number
  ) drawn
  join member.customer on customer.id = guest
`

/** 70 of 100 completed or shipped, 20 cancelled, 10 waiting; each fifth on delivery. */
const orders = (count: number) => /* sql */ `
  insert into checkout.store_order
    (id, customer_id, buyer_name, buyer_email, recipient_name, shipping_phone, shipping_address, subtotal, shipping_fee,
     discount, total, payment_method, payment_status, refund_status, status, cancelled_because, placed_at, paid_at,
     checkout_expires_at, updated_at)
  select
    ${idOf('order', 'n')}, customer.id, customer.name, customer.email, customer.name, coalesce(customer.phone, '0912345678'),
    'Songshan Road 1, Taipei', amount, 0, 0, amount,
    case when n % 5 = 0 then 'cod' when n % 5 = 1 then 'gateway-atm' else 'gateway-credit' end,
    case when fate < 0.7 or fate >= 0.9 then 'paid' else 'unpaid' end, 'none',
    case when fate < 0.6 then 'completed' when fate < 0.7 then 'shipped' when fate < 0.9 then 'cancelled' else 'unshipped' end,
    case when fate >= 0.7 and fate < 0.9 then 'expired' end, placed_at,
    case when fate < 0.7 or fate >= 0.9 then placed_at + interval '2 minutes' end,
    placed_at + interval '15 minutes', placed_at + random() * interval '30 days'
  from (
    select n, random() as fate, now() - random() * interval '3 years' as placed_at,
      round((100 + random() * 60000)::numeric) as amount, ${idOf('member', `1 + floor(random() * ${count})::integer`)} as buyer
    from generate_series(1, ${count}) n
  ) drawn
  join member.customer on customer.id = buyer
`
