import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { prometheusProgram } from '@campstore/testing/prometheus'
import { beforeAll, describe, expect, test } from 'vitest'
import { alertsFile, observability } from './expressions.ts'

const alerts = readFileSync(alertsFile, 'utf8')
const unitTests = readFileSync(new URL('prometheus/alerts.test.yml', observability), 'utf8')
const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')

/** The section about alerts. */
const section = operations.split('\n## ').find(text => text.startsWith('Alerts\n')) ?? ''
const rules = alerts.split('- alert: ').slice(1)
const names = rules.map(rule => rule.slice(0, rule.indexOf('\n')))

describe('promtool', () => {
  let promtool: string
  // Its first use on a machine installs it.
  beforeAll(async () => {
    promtool = await prometheusProgram('promtool')
  })

  test.each([
    [['check', 'config', 'prometheus.yml'], 'is valid'],
    [['check', 'rules', 'alerts.yml'], `${names.length} rules found`],
    [['test', 'rules', 'alerts.test.yml'], 'SUCCESS'],
  ])('%j', async (args, output) => {
    const cwd = fileURLToPath(new URL('prometheus', observability))
    const { stdout } = await promisify(execFile)(promtool, args, { cwd })
    expect(stdout).toContain(output)
  })
})

test.each(names)('%s has a unit test in which it fires, one in which it does not, and its runbook_url', name => {
  expect(unitTests).toMatch(new RegExp(`alertname: ${name}\\n +exp_alerts: \\[\\]`))
  expect(unitTests).toMatch(new RegExp(`alertname: ${name}\\n +exp_alerts:\\n`))
  expect(rules[names.indexOf(name)]).toContain(`runbook_url: docs/operations.md#${name.toLowerCase()}\n`)
})

test('docs/operations.md has a paragraph about each alert', () => {
  expect([...section.matchAll(/^### (.+)$/gm)].map(([, title]) => title)).toEqual(names)
})
