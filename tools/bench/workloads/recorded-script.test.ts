import { expect, test } from 'vitest'
import { placeholders, scriptOf } from './recorded-script.ts'

const insert = { text: 'insert into sold values ($1, $2)' }

test('each parameter becomes an expression of its type, another one in every transaction', () => {
  const recorded = [{ ...insert, values: [placeholders.held, ['red', 'blue']], types: ['text', 'text[]'] }]
  expect(scriptOf(recorded, [['red', ':colour']])).toBe(
    "insert into sold values ((('h' || :n || '-' || :client_id))::text, (array[:colour, E'blue']::text[])::text[]);",
  )
})

test('inside of a larger text only what differs is put in, and pgbench finds no variable where there is none', () => {
  const recorded = [{ ...insert, values: ['{"of":"red", "off": "100%"}', null], types: ['json', 'bigint'] }]
  expect(scriptOf(recorded, [['red', ':colour']])).toBe(
    `insert into sold values ((format(E'{"of"\\x3a"%s", "off"\\x3a "100%%"}', :colour))::json, (null)::bigint);`,
  )
})
