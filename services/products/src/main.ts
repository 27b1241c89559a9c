import { runProcess } from '@campstore/core/run-process'
import { mockConfig, productsConfig } from './config.ts'
import { startMockProductsService } from './mock-service.ts'
import { startProductsService } from './service.ts'

// Another value is reported with all other problems.
if (process.env.CATALOGUE_MODE === 'mock') {
  await runProcess('products', mockConfig, async (config, log) => startMockProductsService(config, log))
} else {
  await runProcess('products', productsConfig, startProductsService)
}
