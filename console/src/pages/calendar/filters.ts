import { choiceFilter, dayFilter, type Filters, textFilter } from '../../lib/filters.ts'

/** What the URL keeps of the calendar. */
export const calendarFilters = {
  tab: choiceFilter(['occupancy', 'rentals']),
  campgroundId: textFilter,
  from: dayFilter,
  days: choiceFilter(['14', '31', '62', '92']),
  day: dayFilter,
  /** The night whose stays are shown, and the campground. */
  night: dayFilter,
  at: textFilter,
}
export type CalendarFilters = Filters<typeof calendarFilters>
