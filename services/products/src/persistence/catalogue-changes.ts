import type { Queryable } from '@campstore/database/database'

/** A product under its lock: what is said of it and how it is offered. */
export type LockedProduct = {
  id: string
  itemId: string
  status: 'active' | 'inactive'
  name: string
  category: string | null
  brand: string | null
  description: string | null
}

/** A variant under its lock. */
export type LockedVariant = {
  id: string
  skuId: string
  sku: string
  color: string | null
  size: string | null
  specification: string
  price: string
  active: boolean
  /** Whether other variants have the same SKU. */
  skuIsShared: boolean
}

/**
 * Makes changes of the catalogue take turns until the transaction ends: every change ends in a new revision, so that two
 * that had begun with rows of their own would wait for each other.
 */
export const takeTurns = async (tx: Queryable): Promise<void> => {
  await tx.query('select from catalog.revision where id = 1 for no key update')
}

/** A product under its lock. */
export async function lockProduct(tx: Queryable, id: string): Promise<LockedProduct | undefined> {
  const { rows } = await tx.query<LockedProduct>(
    /* sql */ `
    select product.id, item.id as "itemId", product.status, item.name, item.category, item.brand, item.description
    from catalog.product
    join catalog.equipment_item item on item.id = product.item_id
    where product.id = $1
    for no key update`,
    [id],
  )
  return rows[0]
}

/** The sold variants of an item under their locks, and their stock under its own, in the order that every service keeps. */
export async function lockVariants(tx: Queryable, itemId: string): Promise<LockedVariant[]> {
  const { rows } = await tx.query<LockedVariant>(
    /* sql */ `
    select
      variant.id, sku.id as "skuId", sku.code as sku, variant.color, variant.size, variant.specification,
      variant.price::text, variant.active and sku.active as active,
      exists (select from catalog.variant other where other.sku_id = sku.id and other.id <> variant.id) as "skuIsShared"
    from catalog.sku
    join catalog.variant on variant.sku_id = sku.id
    where sku.item_id = $1 and variant.price is not null
    for no key update of sku, variant`,
    [itemId],
  )
  await tx.query(
    /* sql */ `
    select from inventory.stock
    where variant_id = any ($1)
    order by variant_id, location_id
    for no key update`,
    [rows.map(({ id }) => id)],
  )
  return rows
}

/** Adds an item and the product that offers it. */
export async function addProduct(tx: Queryable, product: LockedProduct, at: Date): Promise<void> {
  const { id, itemId, status, name, category, brand, description } = product
  await tx.query(
    'insert into catalog.equipment_item (id, name, category, brand, description) values ($1, $2, $3, $4, $5)',
    [itemId, name, category, brand, description],
  )
  await tx.query(
    'insert into catalog.product (id, item_id, status, created_at, updated_at) values ($1, $2, $3, $4, $4)',
    [id, itemId, status, at],
  )
}

/** Writes what is said of a product and how it is offered. */
export async function saveProduct(tx: Queryable, product: LockedProduct, at: Date): Promise<void> {
  const { id, itemId, status, name, category, brand, description } = product
  await tx.query(
    'update catalog.equipment_item set name = $2, category = $3, brand = $4, description = $5 where id = $1',
    [itemId, name, category, brand, description],
  )
  await tx.query('update catalog.product set status = $2, updated_at = $3 where id = $1', [id, status, at])
}

/** Notes that something of a product has changed. */
export const touchProduct = async (tx: Queryable, { id }: { id: string }, at: Date): Promise<void> => {
  await tx.query('update catalog.product set updated_at = $2 where id = $1', [id, at])
}

/** Sets the picture that customers see; null takes all pictures away, for the next one would be seen in its place. */
export async function savePrimaryImage(tx: Queryable, productId: string, path: string | null): Promise<void> {
  if (path === null) {
    await tx.query('delete from catalog.product_image where product_id = $1', [productId])
    return
  }
  await tx.query(
    /* sql */ `
    insert into catalog.product_image (product_id, position, path)
    values ($1, 0, $2)
    on conflict (product_id, position) do update set path = excluded.path`,
    [productId, path],
  )
}

/** A SKU and its code. */
export type Sku = { id: string; code: string }

/** Adds SKUs of an item. Throws PostgreSQL's unique violation where a code is taken. */
export async function addSkus(tx: Queryable, itemId: string, skus: readonly Sku[]): Promise<void> {
  await tx.query(
    /* sql */ `
    insert into catalog.sku (id, item_id, code)
    select sku.id, $1, sku.code
    from jsonb_to_recordset($2) as sku (id text, code text)`,
    [itemId, JSON.stringify(skus)],
  )
}

/**
 * Changes codes of SKUs, which may trade them among each other: no code may be there twice even for a moment, so that all are
 * put aside first. Throws PostgreSQL's unique violation where a code is taken.
 */
export async function renameSkus(tx: Queryable, skus: readonly Sku[]): Promise<void> {
  await tx.query('update catalog.sku set code = gen_random_uuid()::text where id = any ($1)', [
    skus.map(({ id }) => id),
  ])
  await tx.query(
    /* sql */ `
    update catalog.sku
    set code = renamed.code
    from jsonb_to_recordset($1) as renamed (id text, code text)
    where sku.id = renamed.id`,
    [JSON.stringify(skus)],
  )
}

/** What a variant is written with. */
export type WrittenVariant = Omit<LockedVariant, 'sku' | 'skuIsShared'>

const writtenVariants = /* sql */ `
  jsonb_to_recordset($1) as written
    (id text, "skuId" text, color text, size text, specification text, price numeric, active boolean)`

/** Adds variants. */
export async function addVariants(tx: Queryable, variants: readonly WrittenVariant[], at: Date): Promise<void> {
  await tx.query(
    /* sql */ `
    insert into catalog.variant (id, sku_id, color, size, specification, price, active, created_at)
    select written.id, written."skuId", written.color, written.size, written.specification, written.price,
      written.active, $2
    from ${writtenVariants}`,
    [JSON.stringify(variants), at],
  )
}

/** Writes variants as they are given. */
export async function saveVariants(tx: Queryable, variants: readonly WrittenVariant[]): Promise<void> {
  await tx.query(
    /* sql */ `
    update catalog.variant
    set sku_id = written."skuId",
        color = written.color,
        size = written.size,
        specification = written.specification,
        price = written.price,
        active = written.active
    from ${writtenVariants}
    where variant.id = written.id`,
    [JSON.stringify(variants)],
  )
}

/**
 * Makes an item's inactive SKUs active and all their variants inactive instead. Nothing is offered that was not, and from
 * then on each variant can be offered for itself.
 */
export async function moveInactivityToVariants(tx: Queryable, itemId: string): Promise<void> {
  const { rowCount } = await tx.query(
    /* sql */ `
    update catalog.variant
    set active = false
    from catalog.sku
    where sku.id = variant.sku_id and sku.item_id = $1 and not sku.active`,
    [itemId],
  )
  if (rowCount) await tx.query('update catalog.sku set active = true where item_id = $1 and not active', [itemId])
}
