import type pg from 'pg'

/** Categories and brands of the made products; each product has one of each, independent of each other. */
const categories = ['Tents', 'Sleeping bags', 'Stoves', 'Backpacks', 'Lamps', 'Clothing', 'Cookware', 'Tools']
const brands = ['Norwind', 'Larkfell', 'Tarnstone', 'Ostra', 'Pinehold', 'Skerry', 'Velm', 'Hearthway', 'Cairn', 'Brae']

/** A category and a brand of which an eighth and a tenth of all products are, and an eightieth are of both. */
export const target = { category: 'Stoves', brand: 'Tarnstone' } as const

const textArray = (texts: readonly string[]): string => `array[${texts.map(text => `'${text}'`).join(', ')}]`

/**
 * Stores products that customers can see, two or three variants each, a third of them in two store locations and all in
 * plenty: a checkout that is refused would be measured as a fast one. The listing is made once at the end.
 */
export async function storeCatalogue(database: pg.Client, products: number): Promise<void> {
  for (const table of watchedTables) await database.query(`alter table catalog.${table} disable trigger user`)
  await database.query(locations)
  for (const statement of [items, skus, variants, images]) await database.query(statement(products))
  await database.query(stock)
  for (const table of watchedTables) await database.query(`alter table catalog.${table} enable trigger user`)
  await database.query('select catalog.refresh_product_indexes(array(select id from catalog.equipment_item))')
}

const watchedTables = ['equipment_item', 'sku', 'variant', 'product', 'product_image'] as const

const locations = /* sql */ `
  insert into inventory.location (id, name, kind, campground_id)
  values ('store-main', 'Main store', 'store', null),
    ('store-north', 'Northern store', 'store', null),
    ('rental-1', 'Rental of a campground', 'rental', 'camp-1')
`

// Names start with a word that has nothing to do with the order of ids, so that sorting by name is work.
const items = (products: number) => /* sql */ `
  insert into catalog.equipment_item (id, name, category, brand, description)
  select
    'item-' || lpad(n::text, 6, '0'),
    initcap(substr(md5(n::text), 1, 7)) || ' outdoor companion ' || n,
    (${textArray(categories)})[1 + n % ${categories.length}],
    (${textArray(brands)})[1 + n / ${categories.length} % ${brands.length}],
    '<p>' || repeat('Made for wind, rain and long evenings, and tried on many of them. ', 3 + n % 5) || '</p>'
  from generate_series(1, ${products}) n;

  insert into catalog.product (id, item_id)
  select 'product-' || lpad(n::text, 6, '0'), 'item-' || lpad(n::text, 6, '0')
  from generate_series(1, ${products}) n
`

const skus = (products: number) => /* sql */ `
  insert into catalog.sku (id, item_id, code)
  select 'sku-' || number || '-' || v, 'item-' || number, 'SKU-' || number || '-' || v
  from generate_series(1, ${products}) n
  cross join lateral (select lpad(n::text, 6, '0') as number) padded
  cross join generate_series(1, 2 + n % 2) v
`

// The price is that of priceOf.
const variants = (products: number) => /* sql */ `
  insert into catalog.variant (id, sku_id, color, size, specification, price)
  select
    'variant-' || number || '-' || v,
    'sku-' || number || '-' || v,
    (array['Sand', 'Moss', 'Slate'])[v],
    (array['S', 'M', 'L'])[v],
    'Size ' || v || ', ' || 100 * v || ' g',
    50 + n * 7919::bigint % 59000 + 100 * (v - 1)
  from generate_series(1, ${products}) n
  cross join lateral (select lpad(n::text, 6, '0') as number) padded
  cross join generate_series(1, 2 + n % 2) v
`

const images = (products: number) => /* sql */ `
  insert into catalog.product_image (product_id, position, path)
  select 'product-' || lpad(n::text, 6, '0'), place, '/api/products/images/picture-' || n || '-' || place || '.svg'
  from generate_series(1, ${products}) n, generate_series(0, 1) place
`

const stock = /* sql */ `
  insert into inventory.stock (variant_id, location_id, on_hand)
  select id, 'store-main', 1000000
  from catalog.variant
  union all
  select id, 'store-north', 1000000
  from catalog.variant
  where hashtext(id) % 3 = 0
`
