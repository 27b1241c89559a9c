import { beforeEach, expect, test } from 'vitest'
import { overview } from '../src/overview.ts'
import { builtPages } from '../src/pages.ts'
import { startGateway } from '../src/testing/gateway-fixture.ts'
import { sendBytes, statusesOf } from '../src/testing/raw-connection.ts'

let url: string
let port: number
beforeEach(async () => {
  ;({ url, port } = await startGateway({}))
})

const paths = builtPages().map(([path]) => path)
const read = (path: string, init?: RequestInit) => fetch(url + path, { headers: { accept: 'text/html' }, ...init })

test('every page is under a strict policy', async () => {
  for (const path of paths) {
    const answer = await read(path)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8'])
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; style-src 'self'; /)
    expect(policy).not.toMatch(/unsafe|http|\*/)
    expect(await answer.text()).toContain('<h1')
  }
})

test('every link and file of a page leads to a page, and every fragment to an element of it', async () => {
  const contents = new Map<string, string>()
  for (const path of paths) contents.set(path, await (await read(path)).text())
  const lost: string[] = []
  for (const [path, content] of contents) {
    for (const [, target = ''] of content.matchAll(/(?:href|src)="((?:\/|#)[^"]*)"/g)) {
      const [page, fragment] = target.split('#')
      const to = page || path
      const found = contents.get(to) ?? ((await read(to)).status === 200 ? '' : undefined)
      const hasFragment = fragment === undefined || found?.includes(`id="${fragment}"`)
      if (!['/health', '/staff'].includes(to) && (found === undefined || !hasFragment)) lost.push(`${path}: ${target}`)
    }
  }
  expect(lost).toEqual([])
})

test.each(['/docs/nothing', '/docs/assets/', '/docs/assets/../package.json', '/docs/assets/%2e%2e/package.json'])(
  '%s leads to no page and no file',
  async path => {
    const received = await sendBytes(port, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    expect(statusesOf(received)).toEqual([404])
  },
)

test('GET / says what this is, its version, and where its documents are: as a page only to those who ask for HTML', async () => {
  const answer = await read('/?utm_source=mail', { headers: { accept: 'application/json' } })
  expect([answer.status, await answer.json()]).toEqual([200, { success: true, data: overview }])
  const page = await read('/')
  for (const { headers } of [answer, page]) expect(headers.get('vary')).toContain('accept')
  expect(await page.text()).toMatch(
    /href="\/staff"[\s\S]*href="\/docs\/guides"[\s\S]*href="\/docs"[\s\S]*href="\/health"/,
  )
})
