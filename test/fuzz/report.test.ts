// biome-ignore-all lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures a fixture uses.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from 'vitest'
import { readOperations } from './operations.ts'
import { createReport } from './report.ts'

const operations = readOperations().filter(({ id }) => ['listOrders', 'startCheckout', 'changeCheckout'].includes(id))
const [first = expect.fail()] = operations
const request = { number: 3, operation: first, caller: 'member', mutation: 'none', method: 'GET', path: '/api/x' }
const answer = (status: number) => ({ status, headers: {}, text: 'the answer' })
const broken = { rule: 'no 5xx', message: 'Status 500' }

const test = base.extend('run', async ({}, { onCleanup }) => {
  const directory = mkdtempSync(join(tmpdir(), 'campstore-report-'))
  onCleanup(() => rmSync(directory, { recursive: true }))
  const log = join(directory, 'service.log')
  writeFileSync(log, '{"requestId":"fuzz-9-3","error":"why"}\n{"requestId":"fuzz-9-31"}\n')
  const printed: string[] = []
  const report = createReport({ seed: 9, operations, print: line => printed.push(line), directory, logs: [log] })
  return { report, printed, violations: () => readFileSync(join(directory, 'violations.txt'), 'utf8') }
})

test('counts statuses by operation and says which have never succeeded, and why', ({ run: { report } }) => {
  for (const status of [200, 200, 404]) report.answered(request, answer(status), undefined, [])
  const summary = report.summary()
  expect(summary).toMatch(new RegExp(`${first.id} +200: 2 {2}404: 1`))
  expect(summary).toContain('1 of 3 operations have answered 2xx')
  expect(summary).toContain('changeCheckout: it is declared and not built (501)')
  expect(summary).toContain('No rule was violated')
  expect(report.violated()).toBe(false)
})

test('a violation is printed with its seed, its request, a command and what the logs say', ({ run }) => {
  run.report.answered(request, answer(500), 'Bearer t', [broken])
  expect(run.report.violated()).toBe(true)
  const [text = ''] = run.printed
  for (const part of ['no 5xx', 'seed 9, request 3', first.id, 'curl -si', 'the answer', '"error":"why"'])
    expect(text).toContain(part)
  expect(text).not.toContain('fuzz-9-31')
  expect(run.violations()).toContain('no 5xx')
  expect(run.report.summary()).toContain(`1 times  no 5xx: ${first.id}, 500`)
})

test('the same violation is printed twice and counted further', ({ run }) => {
  for (let times = 0; times < 5; times += 1) run.report.answered(request, answer(500), undefined, [broken])
  expect(run.printed).toHaveLength(2)
  expect(run.report.summary()).toContain('5 times')
})
