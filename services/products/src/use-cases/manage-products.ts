import type {
  AdminProduct,
  ChangedVariant,
  ChangeProduct,
  CreateProduct,
  NewVariant,
} from '@campstore/contract/admin/products'
import { ApiError, errorAt, validationError } from '@campstore/contract/errors'
import { shortened } from '@campstore/contract/quoted'
import { maxLines } from '@campstore/contract/schemas'
import { text } from '@campstore/contract/texts/text'
import { lookupKey } from '@campstore/core/lookup-key'
import type { NewId } from '@campstore/core/new-id'
import { connectionOf } from '@campstore/database/em-connection'
import { raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Dependencies } from '../dependencies.ts'
import { safeHtml } from '../domain/safe-html.ts'
import { imageNameOf } from '../images.ts'
import {
  EquipmentItemEntity,
  ProductEntity,
  ProductImageEntity,
  type ProductRow,
  SkuEntity,
  VariantEntity,
  type VariantRow,
} from '../persistence/entities.ts'
import { findMissingImages } from '../persistence/images.ts'
import { findProduct, lockCatalogue, lockStock, variantsOf } from '../persistence/products.ts'
import { readAdminProduct } from './read-admin-products.ts'
import { productNotFound } from './read-catalogue.ts'

/**
 * Creates an item with its variants, a SKU each, and the product that offers it (docs/contract/admin.md#products). Throws CONFLICT where a
 * SKU is taken, also twice in the request.
 */
export async function createProduct(deps: Dependencies, request: CreateProduct): Promise<AdminProduct> {
  const { name, status, category = null, brand = null, description, image, variants } = request
  return writeCatalogue(deps, skusOf(variants), async (em, at) => {
    const item = em.create(EquipmentItemEntity, {
      id: deps.newId(),
      name,
      category,
      brand,
      description: description ? safeHtml(description) : null,
    })
    const product = em.create(ProductEntity, { id: deps.newId(), item, status, createdAt: at, updatedAt: at })
    for (const variant of variants) createVariant(em, item, variant, deps.newId, at)
    if (image) setPrimaryImage(em, product, image)
    return product
  })
}

/** Changes the description or the status of a product; null clears, and absent fields stay. Throws NOT_FOUND. */
export async function changeProduct(deps: Dependencies, id: string, changes: ChangeProduct): Promise<AdminProduct> {
  const { status, image, description, ...fields } = changes
  return writeProduct(deps, id, [], (em, product) => {
    em.assign(product.item, fields)
    if (description !== undefined) product.item.description = description && safeHtml(description)
    if (status !== undefined) product.status = status
    if (image !== undefined) setPrimaryImage(em, product, image)
  })
}

/** Sets the image that customers see; null removes all images, because the next one would be seen in its place. */
function setPrimaryImage(em: EntityManager, product: ProductRow, path: string | null): void {
  if (path === null) {
    product.images.removeAll()
    return
  }
  const primary = product.images.find(image => image.position === 0)
  if (primary) primary.path = path
  else em.create(ProductImageEntity, { product, position: 0, path })
}

/**
 * Replaces the images of a product; customers see the first. Throws NOT_FOUND; VALIDATION_ERROR for an image of this
 * service that it does not have.
 */
export const setImages = async (deps: Dependencies, id: string, paths: readonly string[]): Promise<AdminProduct> =>
  writeProduct(deps, id, [], async (em, product) => {
    await requireStored(em, paths)
    const stored = product.images.getItems()
    product.images.remove(stored.filter(({ position }) => position >= paths.length))
    for (const [position, path] of paths.entries()) {
      const image = stored.find(each => each.position === position)
      if (image) image.path = path
      else em.create(ProductImageEntity, { product, position, path })
    }
  })

/** Every path below the path of uploaded images has one. */
async function requireStored(em: EntityManager, paths: readonly string[]): Promise<void> {
  const names = paths.map(imageNameOf)
  const missing = await findMissingImages(
    connectionOf(em),
    names.filter(name => name !== undefined),
  )
  const details = names.flatMap((name, place) =>
    name !== undefined && missing.includes(name) ? [{ path: `images.${place}`, reason: text('is.unknown') }] : [],
  )
  if (details.length > 0) throw validationError(details)
}

/** Adds a variant with its own SKU to a product. Throws NOT_FOUND; CONFLICT where the SKU is taken, and for too many variants. */
export const addVariant = async (deps: Dependencies, productId: string, variant: NewVariant): Promise<AdminProduct> =>
  writeProduct(deps, productId, [{ path: 'sku', code: variant.sku }], (em, product, at) => {
    if (variantsOf(product).length >= maxLines)
      throw new ApiError('CONFLICT', text('product.tooManyVariants', { limit: maxLines }))
    createVariant(em, product.item, variant, deps.newId, at)
  })

/** Adds a variant with its own SKU to an item. */
function createVariant(
  em: EntityManager,
  item: ProductRow['item'],
  { sku: code, color = null, size = null, ...fields }: NewVariant,
  newId: NewId,
  at: Date,
): void {
  const sku = em.create(SkuEntity, { id: newId(), item, code })
  em.create(VariantEntity, { id: newId(), sku, color, size, ...fields, createdAt: at })
}

/** A change, and the variant that it is of. */
type MatchedChange = { variant: VariantRow; change: ChangedVariant }

/**
 * Changes variants of a product, all of them or none. Throws NOT_FOUND for the product or a variant of another product;
 * CONFLICT where a SKU is taken.
 */
export const changeVariants = async (
  deps: Dependencies,
  productId: string,
  changes: readonly ChangedVariant[],
): Promise<AdminProduct> =>
  writeProduct(deps, productId, skusOf(changes), async (em, product) => {
    const variants = variantsOf(product)
    const known = new Map(variants.map(variant => [variant.id, variant]))
    const matched = changes.map((change, line) => {
      const variant = known.get(change.id)
      if (variant) return { variant, change }
      const message = text('product.noVariant', { id: shortened(change.id) })
      throw errorAt('NOT_FOUND', `variants.${line}.id`, text('is.unknown'), message)
    })
    // Including unchanged ones: an inactive SKU makes them inactive, and a rental hold locks their stock too.
    await lockStock(
      em,
      variants.map(({ id }) => id),
    )
    moveInactivityToVariants(product)
    await changeSkuCodes(em, matched, deps.newId)
    for (const { variant, change } of matched) {
      const { id: _, sku: __, ...fields } = change
      em.assign(variant, fields)
    }
  })

/**
 * Makes an item's inactive SKUs active and all their variants inactive instead. Nothing is offered that was not, and from then
 * on each variant can be offered separately.
 */
function moveInactivityToVariants({ item }: ProductRow): void {
  for (const sku of item.skus.getItems().filter(({ active }) => !active)) {
    for (const variant of sku.variants.getItems()) variant.active = false
    sku.active = true
  }
}

/**
 * The new SKU code of one variant never becomes the code of its neighbours: where several share a SKU, the one that changes
 * gets its own SKU. SKUs may exchange their codes, and no code may exist twice even for a moment, so all of them get
 * temporary codes first.
 */
async function changeSkuCodes(em: EntityManager, changes: readonly MatchedChange[], newId: NewId): Promise<void> {
  const different = changes.flatMap(({ variant, change }) =>
    change.sku === undefined || change.sku === variant.sku.code ? [] : [{ variant, code: change.sku }],
  )
  const renamed = different.filter(({ variant }) => variant.sku.variants.length === 1)
  const temporaryCode = { code: raw('gen_random_uuid()::text'), keyTwin: '' }
  await em.nativeUpdate(SkuEntity, { id: { $in: renamed.map(({ variant }) => variant.sku.id) } }, temporaryCode)
  for (const { variant, code } of different) {
    if (variant.sku.variants.length === 1) variant.sku.code = code
    else variant.sku = em.create(SkuEntity, { id: newId(), item: variant.sku.item, code })
  }
}

/** A SKU in a request, and its path. */
type WrittenSku = { path: string; code: string | undefined }

/** The SKUs of the variants in a request. */
const skusOf = (variants: readonly { sku?: string | undefined }[]): WrittenSku[] =>
  variants.map(({ sku }, line) => ({ path: `variants.${line}.sku`, code: sku }))

/**
 * Changes the catalogue in one transaction, one change at a time. Throws CONFLICT where a SKU is taken, as a look-up compares
 * it.
 *
 * @param skus those in the request, each with its path
 * @param write returns the product that it changed
 * @returns the product as it is then
 */
async function writeCatalogue(
  { database, clock }: Dependencies,
  skus: readonly WrittenSku[],
  write: (em: EntityManager, at: Date) => Promise<ProductRow>,
): Promise<AdminProduct> {
  try {
    return await (await database.em()).transactional(async em => {
      await lockCatalogue(em)
      const changed = await write(em, clock())
      await em.flush()
      return readAdminProduct(connectionOf(em), changed.id)
    })
  } catch (error) {
    if (!(error instanceof Error && 'constraint' in error && error.constraint === 'sku_code_key')) throw error
    throw skuTaken(error, skus)
  }
}

/** Changes a product, as {@link writeCatalogue} does, with its errors and NOT_FOUND. */
const writeProduct = (
  deps: Dependencies,
  id: string,
  skus: readonly WrittenSku[],
  write: (em: EntityManager, product: ProductRow, at: Date) => Promise<void> | void,
): Promise<AdminProduct> =>
  writeCatalogue(deps, skus, async (em, at) => {
    const product = await findProduct(em, id)
    if (!product) throw productNotFound()
    await write(em, product, at)
    product.updatedAt = at
    return product
  })

/** PostgreSQL's detail names the SKU that exists: `Key (shared.lookup_key(code), key_twin)=(ut-4p, ) already exists.` */
function skuTaken(cause: Error, skus: readonly WrittenSku[]): ApiError {
  const [, taken] = /=\((.*), \) already exists/.exec('detail' in cause ? String(cause.detail) : '') ?? []
  const written = skus.findLast(({ code }) => code !== undefined && lookupKey(code) === lookupKey(taken ?? ''))
  if (!written) return new ApiError('CONFLICT', text('sku.exists'), { cause })
  const message = text('sku.taken', { sku: shortened(taken ?? '') })
  return errorAt('CONFLICT', written.path, text('is.taken'), message, cause)
}
