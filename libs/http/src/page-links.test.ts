import { parse } from 'node:querystring'
import { route } from '@campstore/contract/route'
import { pagingFields } from '@campstore/contract/schemas'
import { anyCharacter } from '@campstore/testing/any-character'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { pageLinks } from './page-links.ts'
import { parseQuery } from './target.ts'

// docs/contract/conventions.md#paging

const query = z.object({ ...pagingFields, status: z.string().optional(), q: z.string().optional() })
const declared = { name: 'things', summary: 'Things', method: 'GET', path: '/things', access: 'public' } as const
const list = route({ ...declared, query, shape: 'page', data: z.string(), errors: [] })

/** The pages of the links, by relation. */
function linked(query: string, page: number, size: number, totalElements: number): Record<string, number> {
  const links = pageLinks(list, parseQuery(query), { page, size, totalElements }) ?? ''
  return Object.fromEntries(
    [...links.matchAll(/<\?page=(\d+)&[^>]*>; rel="(\w+)"/g)].map(([, number, relation]) => [relation, Number(number)]),
  )
}

test.each([
  ['the first of three', 0, 5, 13, { first: 0, next: 1, last: 2 }],
  ['the second of three', 1, 5, 13, { first: 0, prev: 0, next: 2, last: 2 }],
  ['the last of three', 2, 5, 13, { first: 0, prev: 1, last: 2 }],
  ['of an empty list', 0, 5, 0, { first: 0, last: 0 }],
  ['past the end', 9, 5, 13, { first: 0, prev: 2, last: 2 }],
])('a page links to its neighbours: %s', (_, page, size, total, expected) => {
  expect(linked('', page, size, total)).toEqual(expected)
})

test('size and filters are kept, also repeated and escaped ones; unknown parameters are not', () => {
  const query = parseQuery('status=a&q=%E5%B8%B3%20%26+x&page=7&status=b&unknown=c')
  const links = pageLinks(list, query, { page: 0, size: 20, totalElements: 30 })
  const rest = 'size=20&status=a&status=b&q=%E5%B8%B3%20%26%20x'
  const expected = Object.entries({ first: 0, next: 1, last: 1 })
  expect(links).toBe(expected.map(([rel, page]) => `<?page=${page}&${rest}>; rel="${rel}"`).join(', '))
})

test('whatever is searched for, the link asks for the same and stays in its brackets', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), q => {
      const links =
        pageLinks(list, parseQuery(`q=${encodeURIComponent(q)}`), { page: 0, size: 1, totalElements: 1 }) ?? ''
      const match = /^<\?([!-;=?-~]+)>; rel="first", <[!-;=?-~]+>; rel="last"$/.exec(links)
      expect(parse(match?.[1] ?? '').q).toBe(q)
    }),
  )
})

test('a query that is too long for a header is not repeated', () => {
  expect(pageLinks(list, parseQuery(`q=${'a'.repeat(2_000)}`), { page: 1, size: 1, totalElements: 3 })).toBeUndefined()
})
