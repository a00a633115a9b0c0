// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {OnlyDesk} from "../src/OnlyDesk.sol";
import {TuneBook} from "../src/TuneBook.sol";
import {Harness} from "./Harness.sol";

contract TuneBookTest is Harness {
    address private constant EDITION = address(0xED);
    address private constant ANA = address(0xA);
    address private constant BIA = address(0xB);

    function testAListOfBidsIsRecordedInItsOrder() public {
        vm.expectEmit();
        emit TuneBook.Bided(EDITION, ANA, 2500, bytes16(uint128(1)));
        vm.expectEmit();
        emit TuneBook.Bided(EDITION, BIA, 2501, bytes16(uint128(2)));
        vm.prank(address(desk));
        book.bided(
            EDITION, abi.encodePacked(ANA, uint64(2500), bytes16(uint128(1)), BIA, uint64(2501), bytes16(uint128(2)))
        );
    }

    function testFuzzABidIsRecordedAsItIs(address edition_, address bidder, uint64 centavos, bytes16 ref) public {
        vm.expectEmit();
        emit TuneBook.Bided(edition_, bidder, centavos, ref);
        vm.prank(address(desk));
        book.bided(edition_, abi.encodePacked(bidder, centavos, ref));
    }

    function testFuzzReleasesAreRecordedInTheirOrder(address edition_, bytes16[] calldata refs) public {
        vm.assume(refs.length < 50);
        bytes memory list;
        for (uint256 i; i < refs.length; ++i) {
            list = abi.encodePacked(list, refs[i]);
            vm.expectEmit();
            emit TuneBook.Released(edition_, refs[i]);
        }
        vm.prank(address(desk));
        book.released(edition_, list);
    }

    function testFuzzTheLogIsAnchored(address edition_, uint256 length, bytes32 head) public {
        vm.expectEmit();
        emit TuneBook.Anchored(edition_, length, head);
        vm.prank(address(desk));
        book.anchored(edition_, length, head);
    }

    function testFuzzAListOfPartsIsRefused(bytes calldata list) public {
        vm.assume(list.length % 44 != 0 && list.length % 16 != 0);
        vm.prank(address(desk));
        vm.expectRevert(TuneBook.Malformed.selector);
        book.bided(EDITION, list);
        vm.prank(address(desk));
        vm.expectRevert(TuneBook.Malformed.selector);
        book.released(EDITION, list);
    }

    function testFuzzNobodyElseWrites(address caller) public {
        vm.assume(caller != address(desk));
        bytes4 refusal = OnlyDesk.NotTheDesk.selector;
        vm.prank(caller);
        vm.expectRevert(refusal);
        book.sold(EDITION, 1, ANA, 1, 0);
        vm.prank(caller);
        vm.expectRevert(refusal);
        book.played(EDITION, 1, ANA, 1, 0);
        vm.prank(caller);
        vm.expectRevert(refusal);
        book.bided(EDITION, "");
        vm.prank(caller);
        vm.expectRevert(refusal);
        book.released(EDITION, "");
        vm.prank(caller);
        vm.expectRevert(refusal);
        book.anchored(EDITION, 1, 0);
    }
}
