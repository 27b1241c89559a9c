import type { ItemOf, Schemas } from '../../app/client.ts'

export type Campground = Schemas['Campground']
export type Zone = Campground['zones'][number]
export type RentalListing = ItemOf<'listRentalListings'>
