import { mount } from '../shared/mount.tsx';
import { App } from './App.tsx';

mount('app', <App />);
