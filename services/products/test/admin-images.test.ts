import { maxImageBytes } from '@campstore/contract/route'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { adminProductsPath, expectProduct } from '../src/testing/administration.ts'
import { pngOf } from '../src/testing/pictures.ts'
import { productsPath, startProductsFixture } from '../src/testing/products-fixture.ts'

// Images of products (docs/contract/admin.md#products): the internal endpoints that the admin service calls.
const fixture = useFixture(startProductsFixture)

const editor = () => fixture.administrator('products.edit')
const upload = (rawBody: Buffer, type = 'image/png') =>
  editor().send('POST', '/internal/products/images', { rawBody, headers: { 'content-type': type } })
const countImages = async () =>
  (await fixture.owner.query<{ n: number }>('select count(*)::integer as n from catalog.image')).rows[0]?.n

describe('POST /images', () => {
  test('stores an image, which anybody gets at its path; the same content has the same path', async () => {
    const picture = pngOf(640, 480, 'a tent')
    const [first, second] = await Promise.all([upload(picture), upload(picture)])
    expect(first).toMatchObject({
      status: 201,
      data: { path: expect.stringMatching(/^\/api\/products\/images\/\S+\.png$/) },
    })
    expect(second.data).toEqual(first.data)
    expect((await upload(pngOf(640, 480, 'a stove'))).data).not.toEqual(first.data)
    const { path } = first.data as { path: string }
    const answer = await fetch(`${fixture.service.url}${path}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture)
  })

  test('has at most 1 MB: PAYLOAD_TOO_LARGE', async () => {
    const largest = pngOf(1, 1, ' '.repeat(maxImageBytes - pngOf(1, 1).length))
    expect(largest).toHaveLength(maxImageBytes)
    expect(await upload(largest)).toMatchObject({ status: 201 })
    expect(await upload(Buffer.concat([largest, largest.subarray(0, 1)]))).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  })

  test.each([
    ['is text', Buffer.from('not a picture')],
    ['is of another type', Buffer.from('ffd8ffc0001108012c019003', 'hex')],
    ['is cut off', pngOf(10, 10, 'pixels').subarray(0, -1)],
    ['has no width', pngOf(0, 10)],
    ['is 10,001 pixels high', pngOf(10, 10_001)],
  ])('content that %s is VALIDATION_ERROR', async (_, content) => {
    const before = await countImages()
    expect(await upload(content)).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
    expect(await countImages()).toBe(before)
  })

  test('another type is UNSUPPORTED_MEDIA_TYPE', async () => {
    for (const type of ['image/svg+xml', 'image/gif', 'application/json'])
      expect(await upload(pngOf(1, 1), type)).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
  })
})

describe('PUT /products/{id}/images', () => {
  const setImages = (id: string, images: string[]) => editor().put(`${adminProductsPath}/${id}/images`, { images })

  test('replaces all images; customers see the first at once', async () => {
    const { id } = await fixture.scenario.addProduct({ images: ['/old-1.svg', '/old-2.svg', '/old-3.svg'] })
    const shown = async () => ((await fixture.anyone.get(`${productsPath}/${id}`)).data as { image: unknown }).image
    expect(await shown()).toBe('/old-1.svg')
    for (const images of [['/new.png', '/old-1.svg'], ['https://images.test/a.webp', '/b', '/c'], []]) {
      const product = expectProduct(await setImages(id, images))
      expect(product).toMatchObject({ images, image: images[0] ?? null })
      expect(await shown()).toBe(images[0] ?? null)
    }
  })

  test('an image that was not uploaded is VALIDATION_ERROR, which names it', async () => {
    const { id } = await fixture.scenario.addProduct({})
    const { path } = (await upload(pngOf(2, 2, 'uploaded'))).data as { path: string }
    expect(await setImages(id, [path])).toMatchObject({ status: 200 })
    for (const unknown of [path.replace('.png', '.jpg'), '/api/products/images/', `${path}?v=2`])
      expect(await setImages(id, ['/a.png', path, unknown])).toMatchObject({
        code: 'VALIDATION_ERROR',
        body: { error: { details: [{ path: 'images.2', message: 'does not exist' }] } },
      })
  })

  test('of a product that does not exist is NOT_FOUND', async () => {
    expect(await setImages('none', [])).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test.each([
    ['eleven', Array.from({ length: 11 }, (_, number) => `/${number}.png`)],
    ['one twice', ['/a.png', '/a.png']],
    ['a script', ['javascript:alert(1)']],
  ])('%s is VALIDATION_ERROR', async (_, images) => {
    expect(await setImages('any', images)).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
  })
})
