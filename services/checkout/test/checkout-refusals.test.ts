import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

const fixture = useFixture(startCheckoutFixture)

const start = async (request: object) => (await fixture.member()).client.post(sessionsPath, request)
const pieces = ({ variantId }: { variantId: string }, quantity: number) => ({ variantId, quantity })
const buy = (...items: object[]) => start(checkoutOf({ variantId: '' }, { items }))
const notFound = { status: 404, code: 'NOT_FOUND' }
const notSellable = { status: 409, code: 'VARIANT_NOT_SELLABLE' }
const stockInsufficient = { status: 409, code: 'STOCK_INSUFFICIENT' }

describe('a refusal names the item that it concerns, in its details and in a sentence', () => {
  test('NOT_FOUND', async () => {
    const variant = await fixture.scenario.variant()
    expect((await buy(pieces(variant, 1), { variantId: 'none', quantity: 1 })).body).toMatchObject({
      error: {
        message: 'There is no product variant “none”.',
        details: [{ path: 'items.1.variantId', message: 'does not exist' }],
      },
    })
  })

  test('NOT_FOUND: an id that is too long is shortened', async () => {
    expect((await buy({ variantId: 'v'.repeat(300), quantity: 1 })).body).toMatchObject({
      error: { message: `There is no product variant “${'v'.repeat(64)}…”.` },
    })
  })

  test('VARIANT_NOT_SELLABLE', async () => {
    const [good, withdrawn] = [
      await fixture.scenario.variant(),
      await fixture.scenario.variant({ sku: { active: false } }),
    ]
    expect((await buy(pieces(good, 1), pieces(withdrawn, 1))).body).toMatchObject({
      error: {
        message: expect.stringMatching(/^“.+” is no longer sold\.$/),
        details: [{ path: 'items.1.variantId', message: 'is no longer sold' }],
      },
    })
  })

  test('STOCK_INSUFFICIENT: what is left over all locations, less what is reserved', async () => {
    const [one, two] = [await fixture.scenario.location(), await fixture.scenario.location()]
    const [plenty, short] = [
      await fixture.scenario.variant(),
      await fixture.scenario.variant({ onHand: { [one]: 2, [two]: 2 } }),
    ]
    await buy(pieces(short, 1))
    expect((await buy(pieces(plenty, 1), pieces(short, 9))).body).toMatchObject({
      error: {
        message: expect.stringMatching(/^“.+” has only 3 pieces left; you asked for 9\.$/),
        details: [{ path: 'items.1.variantId', message: 'has only 3 pieces left' }],
      },
    })
  })

  test('STOCK_INSUFFICIENT: a long order, which is looked at before its hold, and is held where there is enough', async () => {
    const plenty = await Promise.all(Array.from({ length: 20 }, () => fixture.scenario.variant()))
    const last = await fixture.scenario.variant({ onHand: { [await fixture.scenario.location()]: 1 } })
    const long = (quantity: number) => buy(...plenty.map(variant => pieces(variant, 1)), pieces(last, quantity))
    expect((await long(2)).body).toMatchObject({
      error: { details: [{ path: 'items.20.variantId', message: 'has only 1 piece left' }] },
    })
    expect([(await long(1)).status, (await long(1)).status]).toEqual([200, 409])
  })

  test('STOCK_INSUFFICIENT: nothing is left, and a quantity whose price no number holds', async () => {
    const empty = await fixture.scenario.variant({ onHand: {} })
    expect((await buy(pieces(empty, 1))).body).toMatchObject({
      error: { details: [{ path: 'items.0.variantId', message: 'has no pieces left' }] },
    })
    expect((await buy(pieces(empty, 2_147_483_647))).body).toMatchObject({
      error: { message: 'Not enough of an item is in stock.', details: [{ path: 'items.0.variantId' }] },
    })
  })
})

describe('error NOT_FOUND', () => {
  test('a variant that is only rented: without a price, and of an item that is no product', async () => {
    const rented = await fixture.scenario.variant({ variant: { price: null } })
    expect(await buy(pieces(rented, 1))).toMatchObject(notFound)
    const unoffered = await fixture.scenario.variant()
    await fixture.owner.query('delete from catalog.product where id = $1', [unoffered.productId])
    expect(await buy(pieces(unoffered, 1))).toMatchObject(notFound)
  })
})

describe('error VARIANT_NOT_SELLABLE', () => {
  test('another variant of the same item stays on sale', async () => {
    const first = await fixture.scenario.variant()
    const second = await fixture.scenario.variant({ onHand: 0 })
    await fixture.scenario.change('catalog.sku', second.skuId, { item_id: first.itemId })
    await fixture.scenario.stock(second, await fixture.scenario.location(), 1)
    await fixture.scenario.change('catalog.variant', first.variantId, { active: false })
    expect(await buy(pieces(second, 1))).toMatchObject({
      status: 200,
      data: { items: [{ productId: first.productId }] },
    })
  })

  test('comes before STOCK_INSUFFICIENT', async () => {
    expect(
      await buy(pieces(await fixture.scenario.variant({ variant: { active: false }, onHand: 0 }), 1)),
    ).toMatchObject(notSellable)
  })
})

describe('error STOCK_INSUFFICIENT', () => {
  test('one piece more than there is; all there are can be had', async () => {
    const variant = await fixture.scenario.variant({ onHand: 3 })
    expect(await buy(pieces(variant, 4))).toMatchObject(stockInsufficient)
    expect(await buy(pieces(variant, 3))).toMatchObject({ status: 200 })
    expect(await buy(pieces(variant, 1))).toMatchObject(stockInsufficient)
  })

  test('quantities whose sum overflows', async () => {
    const variants = await Promise.all(
      Array.from({ length: 3 }, () => fixture.scenario.variant({ variant: { price: '0.01' } })),
    )
    expect(await buy(...variants.map(variant => pieces(variant, 2_147_483_647)))).toMatchObject(stockInsufficient)
  })
})
