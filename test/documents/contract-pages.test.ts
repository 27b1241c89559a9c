import type { Route } from '@campstore/contract/route'
import { expect, test } from 'vitest'
import { routeGroups } from '../../tools/docs/blocks.ts'
import { pages } from '../../tools/docs/pages.ts'

const routes: [string, Route][] = Object.values(routeGroups).flatMap(group =>
  group.map(route => [route.name, route] as [string, Route]),
)
const found = pages()

test.each(found)('the generated tables are current in $file (else: npm run docs)', ({ current, rendered }) => {
  expect(current).toBe(rendered)
})

test.each(found)('every field in a table of $file has a description', ({ rendered }) => {
  expect(rendered.match(/^\| `.+\| {2}\|$/gm)).toBeNull()
})

test('the table of revisions names exactly the endpoints that were added', () => {
  const { current = '' } = found.find(({ file }) => file.endsWith('revisions.md')) ?? {}
  const endpoints = [...current.matchAll(/^\| [^|]+ \| ([^|]+) \|/gm)].map(([, cell]) => cell).join()
  const named = [...endpoints.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) [^`]+)`/g)].map(([, endpoint]) => endpoint)
  const added = routes.filter(([, { addition }]) => addition)
  const within = added.map(([, { method, path }]) => `${method} ${path.replace(/^\/api\/[a-z]+/, '')}`)
  // The gateway's images are no route of the contract.
  expect(new Set(named)).toEqual(new Set([...within, 'GET /images/{name}']))
})

test('every endpoint has a line in a table of routes', () => {
  const text = found.map(({ current }) => current).join('\n')
  const routeTables = text.match(/(?<=<!-- generated: routes ).+(?= -->)/g)
  expect(routeTables?.sort()).toEqual(Object.keys(routeGroups).sort())
})
