/** The screens that are open to everybody, signed in or not. */
import {
  ARTIST_INSIDE_ROUTE,
  ARTIST_PAGE_ROUTE,
  ARTIST_ROUTE,
  INVITATION_ROUTE,
  PROJECT_ROUTE,
  paths,
} from '../lib/paths.ts'
import { screen } from './screen.ts'

export const OpenLayout = screen(
  [PROJECT_ROUTE, ARTIST_ROUTE, ARTIST_PAGE_ROUTE, INVITATION_ROUTE, paths.gift],
  ['projects'],
  async () => (await import('./layouts/open-layout.tsx')).OpenLayout,
)
export const Project = screen(
  PROJECT_ROUTE,
  ['projects'],
  async () => (await import('../features/projects/page/project-screen.tsx')).ProjectScreen,
)

export const Artist = screen(
  ARTIST_ROUTE,
  ['artists', 'projects'],
  async () => (await import('../features/artists/figures-screen.tsx')).FiguresScreen,
)

export const ArtistPage = screen(
  [ARTIST_PAGE_ROUTE, ARTIST_INSIDE_ROUTE],
  ['artists', 'projects', 'alerts'],
  async () => (await import('./screens/artist-page-screen.tsx')).ArtistPageScreen,
)

export const Invitation = screen(
  INVITATION_ROUTE,
  ['artists', 'projects'],
  async () => (await import('../features/artists/invitation-screen.tsx')).InvitationScreen,
)

export const Gift = screen(
  paths.gift,
  ['gifts', 'refusals'],
  async () => (await import('../features/gifts/gift-screen.tsx')).GiftScreen,
)

export const Ended = screen(
  paths.deactivated,
  ['sign-in'],
  async () => (await import('../features/sign-in/deactivated-screen.tsx')).DeactivatedScreen,
)

export const NotMe = screen(
  paths.notMe,
  ['sign-in'],
  async () => (await import('../features/sign-in/not-me-screen.tsx')).NotMeScreen,
)
