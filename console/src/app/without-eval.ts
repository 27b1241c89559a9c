import { config } from 'zod'

// The policy of the page forbids code that is made of text, which zod would try for each page. Imported before any schema.
config({ jitless: true })
