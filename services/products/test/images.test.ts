import { useFixture } from '@campstore/testing/use-fixture'
import { beforeAll, expect, test } from 'vitest'
import { startProductsFixture } from '../src/testing/products-fixture.ts'

// Images that there are not are in test/bad-requests.
const path = '/api/products/images'
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><title>帳篷</title></svg>'

const fixture = useFixture(startProductsFixture)
beforeAll(async () => {
  await fixture.scenario.addImage('ridgeline-tent.svg', 'image/svg+xml', drawing)
  await fixture.scenario.addImage('stove_2.png', 'image/png', 'not really')
})

const fetched = (name: string) => fetch(`${fixture.service.url}${path}/${name}`)

test('GET /api/products/images/{name} sends the image with its type, cacheable for an hour, and safe', async () => {
  const answer = await fetched('ridgeline-tent.svg')
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe(drawing)
  expect(answer.headers.get('content-type')).toMatch(/^image\/svg\+xml/)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
  expect((await fetched('stove_2.png')).headers.get('content-type')).toBe('image/png')
  // An SVG that is opened directly cannot run anything.
  const policy = answer.headers.get('content-security-policy')
  expect(policy).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

test('a picture is compressed only where that helps', async () => {
  const large = `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0h9v9z"/>'.repeat(100)}</svg>`
  await fixture.scenario.addImage('large.svg', 'image/svg+xml', large)
  await fixture.scenario.addImage('large.png', 'image/png', large)
  const [svg, png] = [await fetched('large.svg'), await fetched('large.png')]
  expect([svg.headers.get('content-encoding'), await svg.text()]).toEqual(['gzip', large])
  expect([png.headers.get('content-encoding'), await png.text()]).toEqual([null, large])
})
