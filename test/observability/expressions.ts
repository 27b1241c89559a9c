import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** The folder of what operators load. */
export const observability = new URL('../../observability/', import.meta.url)

export const alertsFile = new URL('prometheus/alerts.yml', observability)
const dashboardFile = new URL('grafana/dashboards/campstore.json', observability)

const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) })),
})

/** The queries of the dashboard's panels. */
export const dashboardQueries = (): string[] =>
  dashboard
    .parse(JSON.parse(readFileSync(dashboardFile, 'utf8')))
    .panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

/** Metrics of ours, of Node and of the process; `up` is Prometheus's own. */
const selector = /\b(?:campstore|nodejs|process)_[a-z0-9_]+(?:\{[^}]*\})?|\bup\b(?:\{[^}]*\})?/g

/** The series that queries select, each once: `campstore_queue_messages{queue="payments.rejected"}`. */
export const selectorsOf = (queries: readonly string[]): string[] => [
  ...new Set(queries.flatMap(query => query.match(selector) ?? [])),
]
