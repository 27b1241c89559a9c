import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
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

describe.each(names)('%s', name => {
  const paragraph = new RegExp(`^### ${name}\\n\\n(?<text>[^#]{80,}?)(?=\\n### |\\n## |$)`, 'm')

  test('has a paragraph in docs/operations.md, which its runbook_url names', () => {
    expect(operations).toMatch(paragraph)
    expect(rules[names.indexOf(name)]).toContain(`runbook_url: docs/operations.md#${name.toLowerCase()}\n`)
  })

  test('has a unit test in which it fires, and one in which it does not', () => {
    expect(unitTests).toMatch(new RegExp(`alertname: ${name}\n +exp_alerts: \\[\\]`))
    expect(unitTests).toMatch(new RegExp(`alertname: ${name}\n +exp_alerts:\n`))
  })
})

test('every paragraph is about an alert', () => {
  expect([...section.matchAll(/^### (.+)$/gm)].map(([, title]) => title)).toEqual(names)
})

test('the log lines that the paragraphs quote are logged', () => {
  const sources = globSync(['gateway/src/**/*.ts', 'libs/*/src/**/*.ts', 'services/*/src/**/*.ts'])
    .filter(file => !file.endsWith('.test.ts'))
    .map(file => readFileSync(file, 'utf8'))
    .join('\n')
  const quoted = [...section.matchAll(/`([A-Z][a-z]+(?:[\s,][^`]*)?)`/g)].map(([, text = '']) =>
    text.replaceAll(/\s+/g, ' '),
  )
  expect(quoted.length).toBeGreaterThan(4)
  expect(quoted.filter(text => !sources.includes(text))).toEqual([])
})
