import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Generated, generated } from './generated.ts'

const pathOf = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))

/** The alerts as an object of the Prometheus Operator, because kustomize includes no file of another folder in an object. */
export function prometheusRule(): Generated {
  const alerts = readFileSync(pathOf('observability/prometheus/alerts.yml'), 'utf8')
  const head = `# From observability/prometheus/alerts.yml, by \`npm run docs\`.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: campstore
spec:
`
  return generated(pathOf('k8s/overlays/production/alerts.yaml'), head + alerts.replaceAll(/^(?=.)/gm, '  '))
}
