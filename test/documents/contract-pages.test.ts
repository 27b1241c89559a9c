import { addedEndpoints } from '@campstore/contract/areas'
import { expect, test } from 'vitest'
import { routeGroups } from '../../tools/docs/blocks.ts'
import { pages } from '../../tools/docs/pages.ts'

const found = pages()

test.each(found)('the generated tables are current in $file (else: npm run docs)', ({ current, rendered }) => {
  expect(current).toBe(rendered)
})

test.each(found)('every field in a table of $file has a description', ({ rendered }) => {
  expect(rendered.match(/^\| `.+\| {2}\|$/gm)).toBeNull()
})

test('every endpoint that a revision added is a route', () => {
  const endpoints = Object.values(routeGroups).flatMap(group => group.map(({ method, path }) => `${method} ${path}`))
  // The gateway's images are no route of the contract.
  expect(endpoints).toEqual(expect.arrayContaining([...addedEndpoints].filter(name => !name.endsWith('/{name}'))))
})

test('every endpoint has a line in a table of routes', () => {
  const text = found.map(({ current }) => current).join('\n')
  const routeTables = text.match(/(?<=<!-- generated: routes ).+(?= -->)/g)
  expect(routeTables?.sort()).toEqual(Object.keys(routeGroups).sort())
})
