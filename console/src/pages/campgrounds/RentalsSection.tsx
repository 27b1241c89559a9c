import { Backpack, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, useRead } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { type Columns, endColumn, moneyColumn, titleColumn } from '../../design/columns.tsx'
import { DataTable } from '../../design/DataTable.tsx'
import { DialogButton } from '../../design/DialogButton.tsx'
import { EmptyState } from '../../design/EmptyState.tsx'
import { LoadedList } from '../../design/Loaded.tsx'
import { Section } from '../../design/Section.tsx'
import { ItemName } from '../../design/Values.tsx'
import { formatShare } from '../../lib/format.ts'
import { CsvButton } from '../shared/CsvButton.tsx'
import { GuardedButton } from '../shared/GuardedButton.tsx'
import { ActiveBadge } from './CampgroundsPage.tsx'
import type { RentalListing } from './campground.ts'
import { ListingDialog } from './ListingDialog.tsx'

/** What a campground rents out, with the prices of a night. */
export function RentalsSection({ campgroundId }: { campgroundId: string }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(0)
  const { can } = useSession()
  const columns: Columns<RentalListing> = [
    titleColumn('item', t('fields.item'), listing => (
      <ItemName of={listing}>
        <span className="row">
          {listing.name}
          {!listing.active && <ActiveBadge isActive={false} />}
        </span>
      </ItemName>
    )),
    moneyColumn('priceWeekday', t('settings.kinds.weekday')),
    moneyColumn('priceHoliday', t('settings.kinds.holiday')),
    endColumn('discount', t('fields.discount'), ({ discountRate }) =>
      Number(discountRate) === 0 ? '–' : formatShare(Number(discountRate)),
    ),
    can('campgrounds.edit') &&
      endColumn('action', t('actions.edit'), listing => (
        <DialogButton isIconOnly icon={Pencil} label={t('campgrounds.changeRental', { sku: listing.sku })}>
          {close => <ListingDialog campgroundId={campgroundId} listing={listing} close={close} />}
        </DialogButton>
      )),
  ]
  return (
    <Section
      title={t('campgrounds.rentals')}
      isCard={false}
      actions={
        <>
          <CsvButton read={() => client().admin.listRentalListings.csv({ campgroundId })} />
          {/* A variant is found in the stock. */}
          <GuardedButton
            permissions={['campgrounds.edit', 'inventory.view']}
            isSmall
            icon={Plus}
            label={t('campgrounds.addRental')}
          >
            {close => <ListingDialog campgroundId={campgroundId} close={close} />}
          </GuardedButton>
        </>
      }
    >
      <LoadedList
        query={useRead('listRentalListings', { campgroundId, page }, { keepsPrevious: true })}
        rows={4}
        filters={{ setPage }}
        empty={<EmptyState icon={Backpack} title={t('campgrounds.noRentals')} />}
      >
        {listings => <DataTable label={t('campgrounds.rentals')} columns={columns} items={listings} />}
      </LoadedList>
    </Section>
  )
}
