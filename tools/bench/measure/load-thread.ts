import { parentPort, workerData } from 'node:worker_threads'
import { runLoad } from './load.ts'

parentPort?.postMessage(await runLoad(workerData))
