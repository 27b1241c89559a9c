import { relative } from 'node:path'
import { serversStarted } from '@campstore/testing/servers'
import { expect } from 'vitest'
import { serverTests } from './server-tests.ts'

if (serverTests.has(relative(process.cwd(), expect.getState().testPath ?? ''))) await serversStarted()
