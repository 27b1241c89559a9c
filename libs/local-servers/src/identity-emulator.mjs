// Firebase's Auth emulator and nothing else of firebase-tools, whose command line loads and needs several times as much: what only
// that needs is replaced in the overrides of package.json. Plain JavaScript, because the package has no types.
// usage: node identity-emulator.mjs <address> <port> <project>
import { Server } from 'node:http'
import { createRequire } from 'node:module'
import { isLoopback } from '@campstore/core/loopback'
import emulator from 'firebase-tools/lib/emulator/auth/index.js'

const requireOf = name => createRequire(createRequire(import.meta.url).resolve(name))
const { default: Ajv } = requireOf('exegesis')('ajv')
// The emulator makes hundreds of validators from schemas of its own, and would compile the schema of schemas for each: three
// quarters of the time of its start.
Ajv.prototype.validateSchema = () => true

const [host, port, projectId] = process.argv.slice(2)

// The emulator answers every page, and gives anybody any account: pages of other sites, also under a name that leads here (DNS
// rebinding), must not reach the one of this machine.
const { emit } = Server.prototype
Server.prototype.emit = function refuseOtherSites(event, ...values) {
  const [request, response] = values
  if (event !== 'request' || isOwn(request.headers)) return emit.call(this, event, ...values)
  response.writeHead(403, { 'content-type': 'text/plain' })
  return response.end(
    'The identity emulator serves pages and programs of this machine only: use localhost or 127.0.0.1.\n',
  )
}
const nameOf = address => (URL.canParse(address) ? new URL(address).hostname : '')
const isOwn = ({ origin, host: name }) =>
  (origin === undefined || isLoopback(nameOf(origin))) && (!isLoopback(host) || isLoopback(nameOf(`http://${name}`)))
const { AuthEmulator, SingleProjectMode } = emulator
await new AuthEmulator({ host, port: Number(port), projectId, singleProjectMode: SingleProjectMode.WARNING }).start()
