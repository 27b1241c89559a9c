import { serversStarted } from '@campstore/testing/servers'

await serversStarted()
