import { readFileSync } from 'node:fs'
import { type Generated, generated, root } from './generated.ts'

const head = `# From observability/prometheus/alerts.yml, by \`npm run docs\`.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: campstore
spec:
`

/** The alerts as an object of the Prometheus Operator, because kustomize includes no file of another folder in an object. */
export function prometheusRule(): Generated {
  const alerts = readFileSync(`${root}observability/prometheus/alerts.yml`, 'utf8')
  return generated('k8s/overlays/production/alerts.yaml', () => head + alerts.replaceAll(/^(?=.)/gm, '  '))
}
