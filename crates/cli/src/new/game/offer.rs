use meydan___name__::__Name__;

use crate::Offer;

impl Offer for __Name__ {}
