import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { prometheusProgram } from '@campstore/testing/prometheus'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const prometheus = new URL('../../observability/prometheus/', import.meta.url)
const alertsFile = new URL('alerts.yml', prometheus)
const alerts = readFileSync(alertsFile, 'utf8')
const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')

/** The section about alerts. */
const section = operations.split('\n## ').find(text => text.startsWith('Alerts\n')) ?? ''
const rules = alerts.split('- alert: ').slice(1)
const names = rules.map(rule => rule.slice(0, rule.indexOf('\n')))

type Case = { series: object; alerts: Record<string, { at: string[]; labels: object; summary: string }> }
const cases: Record<string, Case> = parse(readFileSync(new URL('alert-cases.yml', import.meta.url), 'utf8'))

const runbookOf = (alertname: string) => `docs/operations.md#${alertname.toLowerCase()}`

/** The cases as promtool reads them. */
const unitTests = Object.entries(cases).map(([name, { series, alerts }]) => ({
  name,
  interval: '15s',
  input_series: Object.entries(series).map(([each, values]) => ({ series: each, values })),
  alert_rule_test: Object.entries(alerts).flatMap(([alertname, { at, labels, summary }]) => {
    const fired = { exp_labels: labels, exp_annotations: { summary, runbook_url: runbookOf(alertname) } }
    return at.map((eval_time, index) => ({ eval_time, alertname, exp_alerts: index === at.length - 1 ? [fired] : [] }))
  }),
}))

describe('promtool', () => {
  const tests = join(temporaryServerHome(), 'alerts.test.yml')
  let promtool: string
  // Its first use on a machine installs it.
  beforeAll(async () => {
    promtool = await prometheusProgram('promtool')
    const content = { rule_files: [fileURLToPath(alertsFile)], evaluation_interval: '15s', tests: unitTests }
    writeFileSync(tests, JSON.stringify(content))
  })

  test.each([
    [['check', 'config', 'prometheus.yml'], 'is valid'],
    [['check', 'rules', 'alerts.yml'], `${names.length} rules found`],
    [['test', 'rules', tests], 'SUCCESS'],
  ])('%j', async (args, output) => {
    const cwd = fileURLToPath(prometheus)
    const { stdout } = await promisify(execFile)(promtool, args, { cwd })
    expect(stdout).toContain(output)
  })
})

test('each alert has a case in which it fires and does not before, and its runbook_url', () => {
  const tested = Object.values(cases).flatMap(({ alerts }) => Object.entries(alerts))
  expect(tested.map(([name]) => name).toSorted()).toEqual(names.toSorted())
  expect(tested.filter(([, { at }]) => at.length < 2)).toEqual([])
  for (const rule of rules) expect(rule).toContain(`runbook_url: ${runbookOf(rule.slice(0, rule.indexOf('\n')))}\n`)
})

test('docs/operations.md has a paragraph about each alert', () => {
  expect([...section.matchAll(/^### (.+)$/gm)].map(([, title]) => title)).toEqual(names)
})
