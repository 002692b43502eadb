import logo from './footfall.svg';
import './notice.css';

/** The product's name above a card, on pages without a header. */
export const NoticeBrand = () => (
  <header className="notice-brand">
    <img src={logo} alt="" width={36} height={36} />
    Footfall
  </header>
);
