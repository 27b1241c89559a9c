// Firebase's Auth emulator and nothing else of firebase-tools, whose command line loads and needs several times as much: what only
// that needs is replaced in the overrides of package.json. Plain JavaScript, because the package has no types.
// usage: node identity-emulator.mjs <address> <port> <project>
import { createRequire } from 'node:module'
import emulator from 'firebase-tools/lib/emulator/auth/index.js'

const requireOf = name => createRequire(createRequire(import.meta.url).resolve(name))
const { default: Ajv } = requireOf('exegesis')('ajv')
// The emulator makes hundreds of validators from schemas of its own, and would compile the schema of schemas for each: three
// quarters of the time of its start.
Ajv.prototype.validateSchema = () => true

const [host, port, projectId] = process.argv.slice(2)
const { AuthEmulator, SingleProjectMode } = emulator
await new AuthEmulator({ host, port: Number(port), projectId, singleProjectMode: SingleProjectMode.WARNING }).start()
