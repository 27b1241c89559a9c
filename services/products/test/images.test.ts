import { imageWidths } from '@campstore/contract/image-address'
import { useFixture } from '@campstore/testing/use-fixture'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { prepareImage } from '../src/domain/prepare-image.ts'
import { adminProductsPath, expectProduct } from '../src/testing/administration.ts'
import { pngOf } from '../src/testing/pictures.ts'
import { productsPath, startProductsFixture } from '../src/testing/products-fixture.ts'

// Images of products (docs/contract/admin.md#products): the internal endpoints that the admin service calls. Bodies that are no
// image of the type, or too large, are in test/bad-requests.
const fixture = useFixture(startProductsFixture)

const editor = () => fixture.administrator('products.edit')
const upload = (rawBody: Buffer, type = 'image/png') =>
  editor().send('POST', '/internal/products/images', { rawBody, headers: { 'content-type': type } })
const pathOf = async (content: Buffer, type?: string) => ((await upload(content, type)).data as { path: string }).path
const shownAt = async (path: string) => Buffer.from(await (await fetch(`${fixture.service.url}${path}`)).arrayBuffer())
const stripes = Buffer.from(Array.from({ length: 10 * 5_000 * 3 }, (_, at) => (at * 7_919) % 251))
const animation = await sharp(stripes, { raw: { width: 10, height: 5_000, channels: 3, pageHeight: 10 } })
  .webp()
  .toBuffer()
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
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const head = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect(head).toMatchObject({ format: 'png', width: 640, height: 480 })
    expect(head).not.toHaveProperty('comments')
  })

  test('stores pixels only, upright, within 2,560 pixels: nothing about place or camera, and no profile of colours', async () => {
    const held = sharp({ create: { width: 2_600, height: 130, channels: 3, background: '#684' } })
      .withExif({ IFD0: { Make: 'camera' }, IFD3: { GPSLatitude: '25/1 2/1 0/1' } })
      .withIccProfile('p3')
      .withMetadata({ orientation: 6 })
    for (const [type, content] of [
      ['image/jpeg', await held.clone().jpeg().toBuffer()],
      ['image/webp', await held.clone().webp().toBuffer()],
      ['image/png', await held.clone().png().toBuffer()],
    ] as const) {
      const head = await sharp(await shownAt(await pathOf(content, type))).metadata()
      expect(head).toMatchObject({ mediaType: type, width: 128, height: 2_560 })
      expect([head.exif, head.icc, head.xmp, head.orientation]).toEqual([undefined, undefined, undefined, undefined])
    }
  })

  test('comes in smaller widths as WebP; a width that is not offered is VALIDATION_ERROR', async () => {
    const path = await pathOf(pngOf(500, 250))
    for (const width of imageWidths) {
      const head = await sharp(await shownAt(`${path}?width=${width}`)).metadata()
      expect(head).toMatchObject({ format: 'webp', width: Math.min(width, 500), height: Math.min(width / 2, 250) })
    }
    for (const width of ['161', '', '0320', '320&width=320'])
      expect(await fixture.anyone.get(`${path}?width=${width}`)).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [{ path: 'width', message: 'must be 160, 320, 640 or 1280' }],
      })
  })

  test('a picture of an import, and one from before thumbnails, comes as it is in every width', async () => {
    await fixture.scenario.addImage('tent.svg', 'image/svg+xml', '<svg/>')
    expect(String(await shownAt('/api/products/images/tent.svg?width=160'))).toBe('<svg/>')
  })

  test('more images than can be prepared in time are SERVICE_UNAVAILABLE', async () => {
    const content = pngOf(1, 1)
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => prepareImage('image/png', content)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(17)
    for (const result of results.filter(({ status }) => status === 'rejected'))
      expect(result).toMatchObject({ reason: { code: 'SERVICE_UNAVAILABLE' } })
  })

  test.each([
    ['is of another type', Buffer.from('ffd8ffc0001108012c019003', 'hex')],
    ['is cut off', pngOf(10, 10, 'pixels').subarray(0, -30)],
    ['has no width', pngOf(0, 10)],
    ['has 100 megapixels', pngOf(10_000, 10_000), 'must have at most 40 megapixels'],
    ['is a line of 40 megapixels', pngOf(40_000_000, 1), 'must be at most 16384 pixels wide and high'],
    ['has 21 megapixels of 16 bits', pngOf(7_000, 3_000, '', 16), 'must have at most 20 megapixels'],
    ['is a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['has frames', animation, 'must be a still image; it has 500 frames', 'image/webp'],
  ])('content that %s is VALIDATION_ERROR', async (_, content, message = expect.any(String), type = 'image/png') => {
    const before = await countImages()
    expect(await upload(content, type)).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: '', message }] })
    expect(await countImages()).toBe(before)
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
        details: [{ path: 'images.2', message: 'does not exist' }],
      })
  })
})

const fetched = (name: string) => fetch(`${fixture.service.url}/api/products/images/${name}`)

// Images that there are not are in test/bad-requests.
test('GET /api/products/images/{name} sends the image with its type, cacheable for an hour, and safe', async () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><title>帳篷</title></svg>'
  await fixture.scenario.addImage('ridgeline-tent.svg', 'image/svg+xml', drawing)
  const answer = await fetched('ridgeline-tent.svg')
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe(drawing)
  expect(answer.headers.get('content-type')).toMatch(/^image\/svg\+xml/)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
  // An SVG that is opened directly cannot run anything.
  const policy = answer.headers.get('content-security-policy')
  expect(policy).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})
