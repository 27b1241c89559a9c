// The health check of a container: GET the path on the process's own port. Exits with 1 unless the answer is 200.
import { get } from 'node:http'

const [path = '/health/live'] = process.argv.slice(2)
const request = get(
  { host: '127.0.0.1', port: process.env.PORT || 8080, path, agent: false, timeout: 2_000 },
  response => {
    process.exit(response.statusCode === 200 ? 0 : 1)
  },
)
request.on('timeout', () => request.destroy())
request.on('error', () => process.exit(1))
